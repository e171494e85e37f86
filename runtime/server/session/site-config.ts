/** The site configuration for clients. */
import type { Settings } from '../settings/settings.ts'
import { allowedSuffixes } from '../upload/file-types.ts'

/** Both spellings of every upload setting: each dialect's client calls text methods on its own. */
export function siteConfig({
  siteName,
  recordNumber,
  version,
  timeZone,
  languages,
  upload,
  headNav,
  iframeOrigins,
}: Settings): Readonly<Record<string, unknown>> {
  const suffixes = allowedSuffixes(upload.types)
  const spellings = {
    mode: 'local',
    maxSize: upload.maxSize,
    maxsize: upload.maxSize,
    saveName: upload.saveName,
    savename: upload.saveName,
    allowedSuffixes: suffixes.join(','),
    allowedMimeTypes: upload.types.filter((entry) => entry.includes('/') || entry === '*').join(','),
    mimetype: [...new Set([...suffixes, ...upload.types])].join(','),
  }
  return {
    siteName,
    recordNumber,
    version,
    cdnUrl: '',
    apiUrl: '',
    timeZone,
    languages,
    headNav,
    iframeOrigins,
    upload: spellings,
  }
}
