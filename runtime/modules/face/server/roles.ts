/** The role of those who watch the display and answer alarms. */
import type { DemoRole } from 'tablewright/server'
import type { EntityId, RightOf } from '#generated/face/server.ts'

const rights = <Id extends EntityId>(
  page: string,
  _entity: Id,
  names: readonly (RightOf<Id> | 'index' | 'add' | 'edit' | 'export')[],
): readonly string[] => names.map((name) => `face/${page}/${name}`)

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '消防值班员', en: 'Guard' },
    nodes: [
      'dashboard/index',
      'face/dashboard/index',
      ...rights('fireAlarm', 'face/fire_alarm', [
        'index',
        'add',
        'edit',
        'export',
        'handle',
        'close',
        'dismiss',
        'reopen',
      ]),
      ...rights('fireDevice', 'face/fire_device', ['index', 'reset', 'reportFault', 'repair', 'shield', 'unshield']),
      ...rights('fireHazard', 'face/fire_hazard', ['index', 'add', 'edit', 'export', 'fix']),
      ...rights('fireInspection', 'face/fire_inspection', ['index', 'add', 'edit', 'export', 'finish']),
      ...rights('fireBudget', 'face/fire_budget', ['index']),
    ],
  },
  {
    name: { 'zh-cn': '人脸管理员', en: 'Reception' },
    nodes: [
      'dashboard/index',
      'face/capture/index',
      'face/capture/enrol',
      'face/capture/identify',
      'face/thresholds/index',
      ...rights('person', 'face/person', ['index', 'add', 'edit', 'consent', 'enrol', 'suspend', 'resume', 'erase']),
      ...rights('device', 'face/device', ['index']),
      ...rights('deviceUser', 'face/device_user', ['index', 'edit']),
      ...rights('record', 'face/record', ['index', 'edit']),
      'face/record/view',
      'face/record/confirm',
    ],
  },
]
