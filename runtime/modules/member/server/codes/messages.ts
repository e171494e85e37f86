/** Messages that the member centre sends by mail and SMS. */
import type { MessageDeclaration } from 'tablewright/server'

const code = { label: { 'zh-cn': '验证码', en: 'Code' }, sample: '123456', isCode: true } as const
const minutes = { label: { 'zh-cn': '有效分钟数', en: 'Minutes it is valid' }, sample: '10' }

const codeMessage = (
  event: string,
  zh: string,
  en: string,
  by: { readonly mail?: boolean; readonly sms?: boolean },
): MessageDeclaration => ({
  code: event,
  label: { 'zh-cn': zh, en },
  variables: { code, minutes },
  ...(by.mail && {
    mail: {
      subject: { 'zh-cn': `{{site_name}} ${zh}验证码`, en: `{{site_name}}: code, ${en.toLowerCase()}` },
      text: {
        'zh-cn': `您的验证码是 {{code}}，用于${zh}，{{minutes}} 分钟内有效。请勿告诉他人。若非本人操作，请忽略此邮件。`,
        en:
          `Your code is {{code}} (${en.toLowerCase()}). It is valid for {{minutes}} minutes. Give it to nobody. ` +
          'If you did not request it, ignore this mail.',
      },
    },
  }),
  ...(by.sms && {
    sms: {
      'zh-cn': `您的验证码是{{code}}，用于${zh}，{{minutes}}分钟内有效，请勿告诉他人。`,
      en: `Your code is {{code}} (${en.toLowerCase()}), valid for {{minutes}} minutes. Give it to nobody.`,
    },
  }),
  isSecret: true,
})

export const addressTaken = 'user_address_taken'
export const addressChanged = 'user_address_changed'

export const memberMessageList: readonly MessageDeclaration[] = [
  codeMessage('user_register', '会员注册', 'Registration', { mail: true, sms: true }),
  codeMessage('user_retrieve_pwd', '找回密码', 'Password recovery', { mail: true, sms: true }),
  codeMessage('user_email_verify', '验证邮箱', 'Verification of the email address', { mail: true }),
  codeMessage('user_change_email', '绑定邮箱', 'New email address', { mail: true }),
  codeMessage('user_mobile_verify', '验证手机号', 'Verification of the mobile number', { sms: true }),
  codeMessage('user_change_mobile', '绑定手机号', 'New mobile number', { sms: true }),
  {
    code: addressTaken,
    label: { 'zh-cn': '邮箱已注册提醒', en: 'Email address is registered already' },
    variables: {},
    mail: {
      subject: { 'zh-cn': '{{site_name}}：您已有账号', en: '{{site_name}}: you have an account already' },
      text: {
        'zh-cn': '有人用此邮箱注册，但它已属于一个账号。如果是您本人，请直接登录或找回密码；否则请忽略此邮件。',
        en:
          'Somebody tried to register with this address, which belongs to an account already. If it was you, sign in ' +
          'or recover your password. Otherwise ignore this mail.',
      },
    },
    isSecret: false,
  },
  {
    code: addressChanged,
    label: { 'zh-cn': '绑定变更提醒', en: 'Address of the account was changed' },
    variables: { username: { label: { 'zh-cn': '用户名', en: 'Username' }, sample: 'ann' } },
    mail: {
      subject: {
        'zh-cn': '{{site_name}}：账号绑定已变更',
        en: '{{site_name}}: the address of your account was changed',
      },
      text: {
        'zh-cn': '账号 {{username}} 的绑定已变更，此邮箱不再用于该账号。若非本人操作，请立即联系网站管理员。',
        en: 'The account {{username}} no longer uses this address. If this was not you, contact the site at once.',
      },
    },
    isSecret: false,
  },
]
