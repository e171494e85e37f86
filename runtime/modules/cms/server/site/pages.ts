/** The reading pages beside those of single texts. */
import type { PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { createSitemap, feedPage, robotsPage } from './feeds.ts'
import { authorPage, channelPage, homePage, tagPage } from './lists.ts'
import { searchPage } from './search.ts'

export const sitePages: readonly PublicPage<Database>[] = [
  homePage,
  channelPage,
  tagPage,
  authorPage,
  searchPage,
  createSitemap(),
  feedPage,
  robotsPage,
]
