/** Where the pictures of rich text may come from, as the site is set up. */
import type { PictureOrigins } from '../core/html/clean-html.ts'
import { cloudOrigins } from './cloud-settings.ts'
import type { Settings } from './settings.ts'

/** The settings that decide it. */
export type PictureSettings = Pick<Settings, 'siteUrl' | 'upload'>

export const pictureOrigins = ({ siteUrl, upload }: PictureSettings): PictureOrigins => ({
  site: siteUrl,
  stores: cloudOrigins(upload.cloud).files,
})
