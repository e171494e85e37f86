// Made by tablewright generate from schemas · do not edit · c2d4078d7482a27b

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {}
