#!/bin/sh
# Makes the secrets that compose.yaml hands to the containers, in the folder "secrets" beside it or the one given.
# An existing folder is left alone: without its keys the enrolled voices cannot be read.
set -eu
folder=${1:-$(dirname "$0")/secrets}
if [ -e "$folder" ]; then
  echo "$folder exists already; nothing was changed" >&2
  exit 1
fi
umask 077
mkdir -p "$folder"
password=$(openssl rand -hex 24)
printf '%s' "$password" >"$folder/database-password"
printf 'postgres://locutor:%s@database/locutor' "$password" >"$folder/database-url"
printf '%s' "$(openssl rand -base64 32)" >"$folder/voiceprint-keys"
printf '%s' "$(openssl rand -hex 32)" >"$folder/token"
# The folder keeps other users of this machine out. Inside a container the file has to be readable by its user.
chmod 444 "$folder"/*
echo "made $folder; keep a copy of voiceprint-keys elsewhere"
