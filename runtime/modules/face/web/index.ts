/** The hand-written web part of faces and fire safety. */
import { defineWebModule } from 'tablewright/web'
import type { FaceWebParts } from '#generated/face/parts.ts'

export const faceWeb = defineWebModule<FaceWebParts>({
  widgets: {},
  cells: {},
  pages: {
    'face/dashboard': () => import('./board/BoardPage.tsx').then((file) => file.BoardPage),
    'face/capture': () => import('./capture/IdentifyPage.tsx').then((file) => file.IdentifyPage),
    'face/thresholds': () => import('./thresholds/ThresholdsPage.tsx').then((file) => file.ThresholdsPage),
  },
  memberPages: [
    {
      path: 'face',
      label: { 'zh-cn': '我的人脸', en: 'My face' },
      icon: 'user',
      page: () => import('./capture/MemberFacePage.tsx').then((file) => file.MemberFacePage),
    },
  ],
  panels: {
    'face/fire_device': [
      {
        label: { 'zh-cn': '上报令牌', en: 'Token' },
        right: 'face/fireDevice/issueToken',
        panel: () => import('./panels/TokenPanel.tsx').then((file) => file.TokenPanel),
      },
    ],
    'face/device': [
      {
        label: { 'zh-cn': '上报令牌', en: 'Token' },
        right: 'face/device/issueToken',
        panel: () => import('./panels/TokenPanel.tsx').then((file) => file.FaceTokenPanel),
      },
    ],
    'face/person': [
      {
        label: { 'zh-cn': '录入人脸', en: 'Enrol the face' },
        right: 'face/capture/enrol',
        panel: () => import('./panels/EnrolPanel.tsx').then((file) => file.EnrolPanel),
      },
    ],
    'face/record': [
      {
        label: { 'zh-cn': '抓拍', en: 'Snapshot' },
        right: 'face/record/view',
        panel: () => import('./panels/SnapshotPanel.tsx').then((file) => file.SnapshotPanel),
      },
    ],
  },
})
