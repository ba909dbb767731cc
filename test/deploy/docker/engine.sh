#!/bin/sh
# Runs a Docker engine until stdin ends: engine.sh <node> <namespace.ts> <folder> <proxy port> <published port>...
# It has namespaces of its own, for its network, mounts and processes. So it neither needs ports of the machine nor changes
# its firewall, and with the first process in there all that it started is gone. Then its folder goes, and its cgroups.
dir=$3
unshare --net --mount --pid --fork --kill-child --mount-proc "$@"
code=$?
rm -rf "$dir"
find /sys/fs/cgroup -depth -type d -path "*/$(basename "$dir")*" -exec rmdir {} +
exit $code
