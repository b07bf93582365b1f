#!/bin/bash
set -e
echo "Hello, joules" >greeting.txt
