/** What the administration sends by mail about its accounts. */
import type { MessageDeclaration } from '../../../operation/messages.ts'

const username = { label: { 'zh-cn': '用户名', en: 'Username' }, sample: 'admin' }

/** The code that sets a new password. */
export const recoveryCode = {
  code: 'admin_retrieve_pwd',
  label: { 'zh-cn': '管理员找回密码', en: 'Password recovery of administrators' },
  variables: {
    username,
    code: { label: { 'zh-cn': '验证码', en: 'Code' }, sample: '12345678', isCode: true },
    minutes: { label: { 'zh-cn': '有效分钟数', en: 'Minutes it is valid' }, sample: '10' },
  },
  mail: {
    subject: { 'zh-cn': '{{site_name}} 找回密码验证码', en: '{{site_name}}: code to set a new password' },
    text: {
      'zh-cn':
        '管理员账号 {{username}} 的验证码是 {{code}}，用于设置新密码，{{minutes}} 分钟内有效。请勿告诉他人。' +
        '若非本人操作，请忽略此邮件，密码不会改变。',
      en:
        'The code for the administrator account {{username}} is {{code}}. It sets a new password and is valid for ' +
        '{{minutes}} minutes. Give it to nobody. If you did not request it, ignore this mail: your password stays.',
    },
  },
  isSecret: true,
} as const satisfies MessageDeclaration

/** Tells the owner of an account that its password was set by a code. */
export const passwordRecovered = {
  code: 'admin_password_recovered',
  label: { 'zh-cn': '管理员密码已重设', en: 'Password of an administrator was recovered' },
  variables: { username },
  mail: {
    subject: { 'zh-cn': '{{site_name}}：密码已重设', en: '{{site_name}}: your password was changed' },
    text: {
      'zh-cn':
        '管理员账号 {{username}} 的密码刚刚通过邮件验证码重设，所有登录已退出。若非本人操作，请立即联系其他管理员。',
      en:
        'The password of the administrator account {{username}} was just set by a code sent to this address, and all ' +
        'its sessions were ended. If this was not you, tell another administrator at once.',
    },
  },
  isSecret: false,
} as const satisfies MessageDeclaration

/** Tells the former address of an account that it is its address no longer. */
export const emailChanged = {
  code: 'admin_email_changed',
  label: { 'zh-cn': '管理员邮箱已变更', en: 'Email address of an administrator was changed' },
  variables: { username },
  mail: {
    subject: { 'zh-cn': '{{site_name}}：账号邮箱已变更', en: '{{site_name}}: the address of your account was changed' },
    text: {
      'zh-cn': '管理员账号 {{username}} 的邮箱已变更，此邮箱不再用于该账号。若非本人操作，请立即联系其他管理员。',
      en:
        'The administrator account {{username}} no longer uses this address. If this was not you, tell another ' +
        'administrator at once.',
    },
  },
  isSecret: false,
} as const satisfies MessageDeclaration

export const accountMessages: readonly MessageDeclaration[] = [recoveryCode, passwordRecovered, emailChanged]
