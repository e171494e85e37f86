/** Settings of a site for its members. */
import type { ModuleSetting, Settings } from 'tablewright/server'

export const memberSettings = {
  member_center: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '开放会员中心', en: 'Member center' },
    tip: {
      'zh-cn': '关闭后，会员不能注册和登录，已登录的会员也不能使用会员中心。',
      en: 'When off, nobody can register or sign in as a member, and the member center is closed.',
    },
  },
  member_captcha: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '会员登录总是需要图形验证码', en: 'Captcha at every member sign-in' },
    tip: {
      'zh-cn': '关闭后，只在多次失败后需要。',
      en: 'When off, it is required after failed sign-ins only.',
    },
  },
  member_codes_per_day: {
    type: 'number',
    initial: 2000,
    minimum: 1,
    maximum: 1_000_000,
    title: { 'zh-cn': '每日验证码总数上限', en: 'Codes sent a day' },
    tip: {
      'zh-cn': '全站每天最多发送的验证码邮件和短信数量；用完后每小时再放行其二十四分之一。',
      en: 'Mail and SMS with codes that the whole site sends in a day. Once used up, a 24th of it is free every hour.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export const isOpen = ({ own }: Pick<Settings, 'own'>): boolean => own['member_center'] === true

/** The environment can switch captchas off, for tests. */
export const needsCaptcha = ({ own, fixed }: Settings): boolean => fixed.captcha ?? own['member_captcha'] === true
