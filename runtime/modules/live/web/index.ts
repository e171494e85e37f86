/** The hand-written web part of the live classroom. */
import { defineWebModule } from 'tablewright/web'
import type { LiveWebParts } from '#generated/live/parts.ts'

export const liveWeb = defineWebModule<LiveWebParts>({
  widgets: {},
  cells: {},
  memberPages: [
    {
      path: 'live',
      label: { 'zh-cn': '直播课堂', en: 'Live lessons' },
      icon: 'people',
      page: () => import('./rooms/RoomList.tsx').then((file) => file.RoomList),
    },
  ],
  panels: {
    'live/room': [
      {
        label: { 'zh-cn': '课堂', en: 'Classroom' },
        right: 'live/room/teach',
        panel: () => import('./rooms/RoomPanel.tsx').then((file) => file.RoomPanel),
      },
    ],
  },
})
