/** The hand-written server part of faces and fire safety. */
import { defineServerModule } from 'tablewright/server'
import type { FaceServerParts } from '#generated/face/parts.ts'
import { alarmHooks, boardHooks, forgetClosing, forgetFixing, forgetInspection, openAlarms } from './alarms.ts'
import { alarmTimes, hazardTimes, inspectionTimes } from './checks.ts'
import { displayAddress } from './dashboard/address.ts'
import { boardRoutes } from './dashboard/routes.ts'
import { boardTopics } from './dashboard/viewers.ts'
import { demoDevices } from './demo/devices.ts'
import { addDemoFaces } from './demo/faces.ts'
import { addDemoHistory } from './demo/history.ts'
import { alarmsRoute } from './devices/receive.ts'
import { tokenRoutes } from './devices/token.ts'
import { watchDevices } from './devices/watch.ts'
import { calibrateNightly } from './library/calibration.ts'
import { thresholdRoutes } from './library/routes.ts'
import { noteConsent, noteEnrolment, personHooks } from './people/enrolment.ts'
import { erasePerson, faceErasure } from './people/erasure.ts'
import { memberRoutes } from './people/member-routes.ts'
import { staffRoutes } from './people/staff-routes.ts'
import { applyTombstones, expireFaces } from './people/tombstones.ts'
import { recordsRoute } from './records/receive.ts'
import { deviceUserHooks, snapshotRoutes } from './records/routes.ts'
import { roles } from './roles.ts'
import { faceSettings } from './settings.ts'

export const faceServer = defineServerModule<FaceServerParts>({
  name: 'face',
  demo: demoDevices,
  demoWork: async (work) => {
    await addDemoHistory(work)
    await addDemoFaces(work)
  },
  roles,
  settings: faceSettings,
  hooks: {
    'face/fire_alarm': alarmHooks,
    'face/fire_device': boardHooks,
    'face/fire_hazard': boardHooks,
    'face/fire_inspection': boardHooks,
    'face/fire_budget': boardHooks,
    'face/person': personHooks,
    'face/device_user': deviceUserHooks,
  },
  effects: {
    'face/fire_alarm': { forgetClosing },
    'face/fire_hazard': { forgetFixing },
    'face/fire_inspection': { forgetInspection },
    'face/person': { noteConsent, noteEnrolment, erasePerson },
  },
  pages: [
    { name: 'face/dashboard', label: { 'zh-cn': '消防数据眼', en: 'Fire safety data eye' }, icon: 'chart' },
    { name: 'face/capture', label: { 'zh-cn': '识别人脸', en: 'Identify' }, icon: 'user' },
    { name: 'face/thresholds', label: { 'zh-cn': '识别阈值', en: 'Thresholds' }, icon: 'settings' },
  ],
  routes: [
    ...boardRoutes,
    alarmsRoute,
    ...tokenRoutes,
    ...memberRoutes,
    ...staffRoutes,
    ...snapshotRoutes,
    ...thresholdRoutes,
    recordsRoute,
  ],
  publicPages: [displayAddress],
  topics: [boardTopics],
  jobs: [watchDevices, calibrateNightly, expireFaces],
  memberErasure: faceErasure,
  prepare: async ({ scope, trx }) => {
    await applyTombstones(scope, trx)
  },
  notices: [openAlarms],
  checks: [alarmTimes, hazardTimes, inspectionTimes],
})
