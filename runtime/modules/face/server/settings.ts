/** Settings of a site for faces and fire safety. */
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
  face_members: {
    type: 'switch',
    initial: false,
    title: { 'zh-cn': '会员可以录入人脸', en: 'Members may enrol their faces' },
    tip: {
      'zh-cn': '会员须先同意，并可随时清除。人脸只是辅助，绝不是唯一的凭证。',
      en: 'They consent first, and can erase it at any time. A face is an aid, never the only proof.',
    },
  },
  face_alternative: {
    type: 'textarea',
    initial: '使用密码登录，或到前台出示证件。 Sign in with your password, or show your card at the desk.',
    maxLength: 500,
    title: { 'zh-cn': '不使用人脸时的办法', en: 'What to do without a face' },
    tip: {
      'zh-cn': '录入前会显示给每个人。修改后，同意书即为新版本。',
      en: 'Shown to everybody before enrolment. A change makes a new version of the consent text.',
    },
  },
  face_challenge: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '要求转头', en: 'Ask to turn the head' },
    tip: {
      'zh-cn': '随机动作可以挡住照片，但挡不住视频：作用有限。',
      en: 'Random poses stop a photograph, not a video: it is a weak protection.',
    },
  },
  face_match: {
    type: 'string',
    initial: '0.45',
    maxLength: 5,
    pattern: {
      matches: /^(0\.[1-9]\d?|1(\.00?)?)$/,
      message: {
        'zh-cn': '请填写 0.10 至 1.00 之间的数，例如 0.45。',
        en: 'Enter a number from 0.10 to 1.00, such as 0.45.',
      },
    },
    title: { 'zh-cn': '通过的距离', en: 'Distance of a match' },
    tip: { 'zh-cn': '距离不超过它才是本人。', en: 'Up to this distance it is the person.' },
  },
  face_suspect: {
    type: 'string',
    initial: '0.52',
    maxLength: 5,
    pattern: {
      matches: /^(0\.[1-9]\d?|1(\.00?)?)$/,
      message: {
        'zh-cn': '请填写 0.10 至 1.00 之间的数，例如 0.52。',
        en: 'Enter a number from 0.10 to 1.00, such as 0.52.',
      },
    },
    title: { 'zh-cn': '待确认的距离', en: 'Distance to be confirmed' },
    tip: { 'zh-cn': '超过它即为陌生人。', en: 'Beyond it, it is a stranger.' },
  },
  face_max_far: {
    type: 'select',
    initial: 'thousandth',
    options: {
      thousandth: { 'zh-cn': '千分之一', en: '1 in 1000' },
      hundredth: { 'zh-cn': '百分之一', en: '1 in 100' },
    },
    title: { 'zh-cn': '允许的误识率', en: 'False accepts at most' },
    tip: {
      'zh-cn': '自动通过前，人脸库自身的曲线须达到这一误识率，且漏识不超过 15%。',
      en: 'The curve of the library has to reach it, with at most 15 % false rejects, before hits are accepted.',
    },
  },
  face_auto_accept: {
    type: 'switch',
    initial: false,
    superOnly: true,
    title: { 'zh-cn': '自动通过', en: 'Accept matches automatically' },
    tip: {
      'zh-cn': '至少 20 人、每人 3 个模板，且曲线达标才生效。',
      en: 'In force only with 20 people of 3 templates, and a curve that reaches the target.',
    },
  },
  face_snapshot_days: {
    type: 'number',
    initial: 30,
    minimum: 1,
    maximum: 365,
    title: { 'zh-cn': '抓拍保留天数', en: 'Days for which snapshots are kept' },
  },
  face_backup_days: {
    type: 'number',
    initial: 0,
    minimum: 0,
    maximum: 3650,
    title: { 'zh-cn': '备份保留天数', en: 'Days for which backups are kept' },
    tip: {
      'zh-cn': '清除人脸前告知本人：此前的备份无法更改。0 表示不写明天数。',
      en: 'People are told before they erase their face: backups made before cannot be changed. 0 = not said.',
    },
  },
  face_model: {
    type: 'string',
    initial: '',
    maxLength: 64,
    superOnly: true,
    pattern: {
      matches: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
      message: { 'zh-cn': '只能用字母、数字、下划线和连字符。', en: 'Use letters, digits, _ and - only.' },
    },
    title: { 'zh-cn': '其他识别模型', en: 'Another recognition model' },
    tip: {
      'zh-cn': '数据目录 models 中文件的名称，例如 taguchi。已录入的人须重新录入。',
      en: 'Name of files in the folder models of the data folder. Everybody has to be enrolled anew with it.',
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
