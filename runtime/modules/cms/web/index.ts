/** The hand-written web part of the content module: its lists and forms are generated. */
import { defineWebModule } from 'tablewright/web'
import type { CmsWebParts } from '#generated/cms/parts.ts'

export const cmsWeb = defineWebModule<CmsWebParts>({
  widgets: {},
  cells: {},
  panels: {
    'cms/content': [
      {
        label: { 'zh-cn': '审核与版本', en: 'Review and revisions' },
        right: 'cms/content/compare',
        panel: () => import('./review/ReviewPanel.tsx').then((file) => file.ReviewPanel),
      },
      {
        label: { 'zh-cn': '预览', en: 'Preview' },
        right: 'cms/content/preview',
        panel: () => import('./review/PreviewPanel.tsx').then((file) => file.PreviewPanel),
      },
    ],
  },
})
