/** The hand-written web part of the content module: its lists and forms are generated. */
import { defineWebModule } from 'tablewright/web'
import type { CmsWebParts } from '#generated/cms/parts.ts'

export const cmsWeb = defineWebModule<CmsWebParts>({
  widgets: { 'tag-names': () => import('./editor/TagNamesInput.tsx').then((file) => file.TagNamesInput) },
  cells: { 'text-title': () => import('./cells/TextTitle.tsx').then((file) => file.TextTitle) },
  forms: {
    'cms/content': () => import('./editor/EditorForm.tsx').then((file) => file.EditorForm),
    'cms/block': () => import('./blocks/BlockForm.tsx').then((file) => file.BlockForm),
  },
  lists: { 'cms/content': () => import('./contents/ContentList.tsx').then((file) => file.ContentList) },
  toolbar: {
    'cms/content': [
      {
        label: { 'zh-cn': '审核', en: 'Review' },
        icon: 'endorsed',
        right: 'cms/content/approve',
        dialog: () => import('./queue/TextQueue.tsx').then((file) => file.TextQueue),
      },
    ],
    'cms/comment': [
      {
        label: { 'zh-cn': '审核', en: 'Review' },
        icon: 'endorsed',
        right: 'cms/comment/approve',
        dialog: () => import('./queue/CommentQueue.tsx').then((file) => file.CommentQueue),
      },
    ],
  },
  panels: {
    'cms/content': [
      {
        label: { 'zh-cn': '审核与版本', en: 'Review and revisions' },
        right: 'cms/content/compare',
        panel: () => import('./review/ReviewPanel.tsx').then((file) => file.ReviewPanel),
      },
    ],
  },
  memberPages: [
    {
      path: 'cms/content',
      label: { 'zh-cn': '我的内容', en: 'My texts' },
      icon: 'document',
      page: () => import('./member/OwnTexts.tsx').then((file) => file.OwnTexts),
    },
    {
      path: 'cms/contribute',
      label: { 'zh-cn': '投稿', en: 'Contribute' },
      page: () => import('./member/Contribute.tsx').then((file) => file.Contribute),
    },
    {
      path: 'cms/edit/:id',
      label: { 'zh-cn': '编辑内容', en: 'Edit a text' },
      page: () => import('./member/EditText.tsx').then((file) => file.EditText),
    },
    {
      path: 'cms/collect',
      label: { 'zh-cn': '收藏与历史', en: 'Saved and read' },
      icon: 'star',
      page: () => import('./member/Records.tsx').then((file) => file.Records),
    },
    {
      path: 'cms/order',
      label: { 'zh-cn': '购买的内容', en: 'Bought texts' },
      icon: 'shopping-cart',
      page: () => import('./member/Orders.tsx').then((file) => file.Orders),
    },
    {
      path: 'cms/comment',
      label: { 'zh-cn': '我的评论', en: 'My comments' },
      icon: 'comment',
      page: () => import('./member/OwnComments.tsx').then((file) => file.OwnComments),
    },
  ],
})
