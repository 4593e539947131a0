#pragma once

// From now on each fsync of this process fails with EIO; returns 0, or the number of the error.
int refuse_file_sync(void);
