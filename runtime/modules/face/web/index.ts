/** The hand-written web part of fire safety. */
import { defineWebModule } from 'tablewright/web'
import type { FaceWebParts } from '#generated/face/parts.ts'

export const faceWeb = defineWebModule<FaceWebParts>({
  widgets: {},
  cells: {},
  pages: { 'face/dashboard': () => import('./board/BoardPage.tsx').then((file) => file.BoardPage) },
  panels: {
    'face/fire_device': [
      {
        label: { 'zh-cn': '上报令牌', en: 'Token' },
        right: 'face/fireDevice/issueToken',
        panel: () => import('./panels/TokenPanel.tsx').then((file) => file.TokenPanel),
      },
    ],
  },
})
