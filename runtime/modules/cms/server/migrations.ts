/** Data steps of databases of earlier versions. */
import type { Migration } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'

export const migrations: readonly Migration<CmsServerParts>[] = [
  {
    name: 'cms/earlier-views',
    label: { 'zh-cn': '保留之前的浏览数', en: 'Keep the views of earlier' },
    sql: [
      `insert into cms_daily_views (content_id, day, count, version)
        select id, '0', views, 1 from cms_content where views > 0
        and not exists (select 1 from cms_daily_views d where d.content_id = cms_content.id)`,
    ],
  },
]
