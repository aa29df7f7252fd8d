#!/bin/sh
# Publishes the current release of a bundle to an object store:
#
#   upload.sh /srv/maps/nightly s3://BUCKET/nightly
#
# Each release has a prefix of its own, whose objects never change. Readers follow one small object, `current`, which holds
# `releases/DIGEST` and is written last: they see the old release or the new one. A file that the store has already, in the
# release that `current` names, is copied there and not sent. Needs the AWS command line interface and jq.
set -eu
local=$1 store=$2
new=$(readlink "$local/current")
for program in aws jq overtile; do command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 69; }; done
old=$(aws s3 cp "$store/current" - 2>/dev/null || true)
[ "$new" != "$old" ] || { echo "unchanged: $new"; exit 0; }

immutable="public, max-age=31536000, immutable"
send() { # PATH [MORE OPTIONS]
  path=$1; shift
  aws s3 cp --only-show-errors --cache-control "$immutable" "$@" "$local/$new/$path" "$store/$new/$path"
}

if [ -n "$old" ] && [ -d "$local/$old" ]; then
  # diff ends with 1 where bundles differ.
  changes=$(overtile diff --files "$local/$old" "$local/$new") || [ $? -eq 1 ]
  # Variables, not pipes: a program that is missing or fails ends the script.
  unchanged=$(printf '%s' "$changes" | jq -r '.unchanged[]')
  changed=$(printf '%s' "$changes" | jq -r '.send[] | select(. != "bundle.json")')
  printf '%s' "$unchanged" | while IFS= read -r path || [ -n "$path" ]; do
    aws s3 cp --only-show-errors "$store/$old/$path" "$store/$new/$path" --metadata-directive COPY
  done
  printf '%s' "$changed" | while IFS= read -r path || [ -n "$path" ]; do send "$path"; done
else
  aws s3 cp --only-show-errors --recursive --exclude bundle.json --cache-control "$immutable" "$local/$new" "$store/$new"
fi
# The manifest after the files that it lists, and the pointer after the manifest.
send bundle.json --content-type application/json
printf '%s' "$new" | aws s3 cp --only-show-errors --cache-control "no-cache" --content-type text/plain - "$store/current"
echo "published: $new"

# Releases that are no longer here are no longer there.
aws s3 ls "$store/releases/" | sed -n 's|^ *PRE \(.*\)/$|\1|p' | while read -r digest; do
  [ -d "$local/releases/$digest" ] || aws s3 rm --only-show-errors --recursive "$store/releases/$digest"
done
