/** Settings: how much visitors may send, and how long the site knows who answered. */
import type { ModuleSetting, Settings } from 'tablewright/server'

export const questionnaireSettings = {
  questionnaire_sheets_per_hour: {
    type: 'number',
    initial: 10,
    minimum: 1,
    maximum: 10_000,
    title: { 'zh-cn': '每个网络每小时的答卷数', en: 'Sheets of a network in an hour' },
    tip: {
      'zh-cn': '只限制未登录的填写者；从第三份起需要图形验证码。',
      en: 'For visitors who are not signed in. From the third sheet on they are asked for a captcha.',
    },
  },
  questionnaire_upload_mb: {
    type: 'number',
    initial: 20,
    minimum: 1,
    maximum: 10_000,
    title: { 'zh-cn': '每个网络每小时上传的文件（MB）', en: 'Files of a network in an hour (MB)' },
    tip: { 'zh-cn': '只限制未登录的填写者。', en: 'For visitors who are not signed in.' },
  },
  questionnaire_identity_days: {
    type: 'number',
    initial: 365,
    minimum: 0,
    maximum: 36_500,
    title: { 'zh-cn': '保留填写者身份的天数', en: 'Days for which it is known who answered' },
    tip: {
      'zh-cn': '问卷关闭后，更早的答卷不再保存会员和设备；0 表示一直保留。',
      en: 'Older sheets of closed questionnaires lose member and device. 0 keeps them.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

type Own = Pick<Settings, 'own'>

const numberIn = ({ own }: Own, name: keyof typeof questionnaireSettings): number =>
  Number(own[name] ?? questionnaireSettings[name].initial)

export const sheetsPerHour = (settings: Own): number => numberIn(settings, 'questionnaire_sheets_per_hour')
export const uploadBytes = (settings: Own): number => numberIn(settings, 'questionnaire_upload_mb') * 1024 * 1024
export const identityDays = (settings: Own): number => numberIn(settings, 'questionnaire_identity_days')

/** The environment can switch captchas off, for tests. */
export const needsCaptcha = ({ fixed }: Pick<Settings, 'fixed'>): boolean => fixed.captcha ?? true
