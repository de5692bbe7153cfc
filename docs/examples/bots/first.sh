#!/usr/bin/env bash
# Plays the first legal action of any game.
while read -r line; do
  case $line in *'"type":"turn"'*)
    legal=${line##*'"legal":["'}
    echo "${legal%%'"'*}" ;;
  esac
done
