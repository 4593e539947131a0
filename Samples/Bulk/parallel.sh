#!/bin/bash
# Renders COUNT parts of a feed with GNU parallel, and merges them:
#   parallel.sh FEED COUNT [parallel options, such as --sshlogin…]
# Call it again after a fault: parts that failed start again, and go on by their manifests.
set -euo pipefail
feed=$1; count=$2; shift 2
mkdir -p shards
# The log of another feed says nothing of this one.
log=shards/joblog-$(stat -c '%n %s %Y' "$feed" | cksum | cut -d' ' -f1)-$count
part() {
  # Status 1 is a complete run with elements that are no items; the manifest names them.
  "${GALLEY:-galley}" render "$1" --cards -o 'shards/{shard:04}-{archive:05}.tar' \
    --manifest 'shards/{shard:04}.jsonl' --resume --shard "$3/$2" --jobs 1 --progress never --quiet \
    --max-feed-rows 1000000000 --max-bytes 1024GiB ||
    [ $? = 1 ]
}
export -f part
seq "$count" | parallel --joblog "$log" --resume-failed "$@" part "$feed" "$count" {}
"${GALLEY:-galley}" merge shards/????.jsonl -o cards.jsonl --archives 'cards-{archive:05}.tar' || [ $? = 1 ]
