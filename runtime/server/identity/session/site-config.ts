/** The site configuration for clients. */
import { t } from '../../../i18n/i18n.ts'
import type { Language } from '../../../protocol/index.ts'
import { cloudAccount } from '../../files/cloud/account.ts'
import { CloudError } from '../../files/cloud/cloud-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { allowedSuffixes } from '../../files/file-types.ts'

/**
 * Both spellings of every upload setting: each dialect's client calls text methods on its own.
 * @param language of the reason why nothing can be uploaded
 */
export function siteConfig(
  settings: Settings,
  language: Language = settings.languages[0] ?? 'zh-cn',
): Readonly<Record<string, unknown>> {
  const {
    siteName,
    recordNumber,
    version,
    timeZone,
    languages,
    firstLanguage,
    upload,
    headNav,
    iframeOrigins,
    modulesOff,
  } = settings
  const suffixes = allowedSuffixes(upload.types)
  const spellings = {
    ...cloudConfig(settings, language),
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
    firstLanguage: languages.some((language) => language === firstLanguage) ? firstLanguage : 'browser',
    headNav,
    iframeOrigins,
    modulesOff,
    upload: spellings,
  }
}

/**
 * How the client reaches the cloud store. A store that cannot be used has a number as `error`: the client refuses every
 * upload with the message.
 */
function cloudConfig(settings: Settings, language: Language): Readonly<Record<string, unknown>> {
  const { mode } = settings.upload.cloud
  if (mode === 'local') return { mode }
  try {
    const { bucket, region, address } = cloudAccount(settings)
    return { mode, params: mode === 'cos' ? { bucket, region, address } : {} }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    const message = t(language, error.code)
    return { mode, params: { error: 1, code: error.code, message } }
  }
}
