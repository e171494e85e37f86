/** The hand-written web part of the questionnaires. */
import { defineWebModule } from 'tablewright/web'
import type { QuestionnaireWebParts } from '#generated/questionnaire/parts.ts'

export const questionnaireWeb = defineWebModule<QuestionnaireWebParts>({
  widgets: {},
  cells: {},
  toolbar: {
    'questionnaire/questionnaire': [
      {
        label: { 'zh-cn': '复制', en: 'Duplicate' },
        icon: 'duplicate',
        right: 'questionnaire/questionnaire/add',
        needsSelection: true,
        run: () => import('./toolbar/duplicate.ts').then((file) => file.duplicateSelected),
      },
    ],
    'questionnaire/sheet': [
      {
        label: { 'zh-cn': '删除答卷', en: 'Delete sheets' },
        icon: 'cross',
        right: 'questionnaire/sheet/discard',
        needsSelection: true,
        dialog: () => import('./toolbar/DiscardDialog.tsx').then((file) => file.DiscardDialog),
      },
    ],
  },
  memberPages: [
    {
      path: 'questionnaire/mine',
      label: { 'zh-cn': '我的问卷', en: 'My questionnaires' },
      icon: 'clipboard',
      page: () => import('./member/MyQuestionnaires.tsx').then((file) => file.MyQuestionnaires),
    },
  ],
  panels: {
    'questionnaire/questionnaire': [
      {
        label: { 'zh-cn': '题目', en: 'Questions' },
        right: 'questionnaire/questionnaire/design',
        panel: () => import('./designer/DesignerPanel.tsx').then((file) => file.DesignerPanel),
      },
      {
        label: { 'zh-cn': '分享', en: 'Share' },
        right: null,
        panel: () => import('./panels/SharePanel.tsx').then((file) => file.SharePanel),
      },
      {
        label: { 'zh-cn': '结果', en: 'Results' },
        right: 'questionnaire/questionnaire/results',
        panel: () => import('./results/ResultsPanel.tsx').then((file) => file.ResultsPanel),
      },
    ],
    'questionnaire/sheet': [
      {
        label: { 'zh-cn': '答案', en: 'Answers' },
        right: null,
        panel: () => import('./panels/SheetPanel.tsx').then((file) => file.SheetPanel),
      },
    ],
  },
})
