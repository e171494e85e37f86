/** Names and sizes of exported files. Pure. */
import { formatSeconds } from '../../../../protocol/index.ts'

/** `商品 2026-11-20 15.04` in site time: what is in the file and of when, without characters a file name may not hold. */
export function exportName(label: string, timeZone: string, now = Date.now()): string {
  const moment = formatSeconds(Math.floor(now / 1000), timeZone)
    .slice(0, 16)
    .replace(':', '.')
  return `${label.replace(/[\\/:*?"<>|]/g, ' ')} ${moment}`
}

/** Bytes in the unit people read. */
export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
