/** A small example of each kind of plugin. The guide shows these files. */
@NullMarked
package com.example.plugins;

import org.jspecify.annotations.NullMarked;
