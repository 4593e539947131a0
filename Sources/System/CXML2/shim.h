#pragma once
#include <libxml/xmlversion.h>
// libxml2's headers bring in the system's ICU where it was built with it, and its types clash with
// those of Foundation's own ICU in any file that sees both modules. All that goes without it are two
// pointers at the end of xmlCharEncodingHandler, which only libxml2 allocates.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/xmlreader.h>
