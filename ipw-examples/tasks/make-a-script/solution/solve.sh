#!/bin/bash
set -e
printf '#!/bin/sh\necho $((2 * $1))\n' >double.sh
chmod +x double.sh
