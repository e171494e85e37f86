/** The hand-written server part of fire safety. */
import { defineServerModule } from 'tablewright/server'
import type { FaceServerParts } from '#generated/face/parts.ts'
import { alarmHooks, boardHooks, forgetClosing, forgetFixing, forgetInspection, openAlarms } from './alarms.ts'
import { alarmTimes, hazardTimes, inspectionTimes } from './checks.ts'
import { displayAddress } from './dashboard/address.ts'
import { boardRoutes } from './dashboard/routes.ts'
import { boardTopics } from './dashboard/viewers.ts'
import { demoDevices } from './demo/devices.ts'
import { addDemoHistory } from './demo/history.ts'
import { alarmsRoute } from './devices/receive.ts'
import { tokenRoutes } from './devices/token.ts'
import { watchDevices } from './devices/watch.ts'
import { roles } from './roles.ts'
import { faceSettings } from './settings.ts'

export const faceServer = defineServerModule<FaceServerParts>({
  name: 'face',
  demo: demoDevices,
  demoWork: addDemoHistory,
  roles,
  settings: faceSettings,
  hooks: {
    'face/fire_alarm': alarmHooks,
    'face/fire_device': boardHooks,
    'face/fire_hazard': boardHooks,
    'face/fire_inspection': boardHooks,
    'face/fire_budget': boardHooks,
  },
  effects: {
    'face/fire_alarm': { forgetClosing },
    'face/fire_hazard': { forgetFixing },
    'face/fire_inspection': { forgetInspection },
  },
  pages: [{ name: 'face/dashboard', label: { 'zh-cn': '消防数据眼', en: 'Fire safety data eye' }, icon: 'chart' }],
  routes: [...boardRoutes, alarmsRoute, ...tokenRoutes],
  publicPages: [displayAddress],
  topics: [boardTopics],
  jobs: [watchDevices],
  notices: [openAlarms],
  checks: [alarmTimes, hazardTimes, inspectionTimes],
})
