/** Settings of a site for fire safety. */
import type { ModuleSetting, Scope } from 'tablewright/server'

export const faceSettings = {
  face_viewers: {
    type: 'select',
    initial: 'nobody',
    options: {
      nobody: { 'zh-cn': '不开放', en: 'Nobody' },
      staff: { 'zh-cn': '有权限的管理员', en: 'Staff' },
      members: { 'zh-cn': '登录的管理员和会员', en: 'Everybody who is signed in' },
      everybody: { 'zh-cn': '所有人', en: 'Everybody' },
    },
    title: { 'zh-cn': '谁可以查看消防数据眼', en: 'Who may see the fire safety data eye' },
    tip: {
      'zh-cn': '大屏地址为 /#/faceid。会员和访客只能看到总数。',
      en: 'Its address is /#/faceid. Members and visitors see totals only.',
    },
  },
  face_offline_minutes: {
    type: 'number',
    initial: 60,
    minimum: 0,
    maximum: 10_080,
    title: { 'zh-cn': '多少分钟未上报视为离线', en: 'Minutes without a report until a device is offline' },
    tip: {
      'zh-cn': '只适用于有令牌的设备；0 表示不检查。',
      en: 'For devices that have a token; 0 = they are not watched.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

type Own = Pick<Scope, 'settings'>

export type Viewers = keyof (typeof faceSettings)['face_viewers']['options']

export function viewersOf({ settings }: Own): Viewers {
  const value = String(settings.own['face_viewers'] ?? '')
  return Object.hasOwn(faceSettings.face_viewers.options, value) ? (value as Viewers) : 'nobody'
}

export const offlineMinutes = ({ settings }: Own): number =>
  Number(settings.own['face_offline_minutes'] ?? faceSettings.face_offline_minutes.initial)
