/** Texts of setting a new password by mail. */
import { defineTexts, type TranslationOf } from '../../core/i18n/texts.ts'

const zhCn = {
  heading: '找回密码',
  lead: '输入账号，我们会把验证码发送到该账号的邮箱。',
  'lead-code': '输入邮件中的验证码，并设置新密码。',
  account: '用户名或邮箱',
  'account-required': '请输入用户名或邮箱',
  send: '发送验证码',
  sent: '如果账号“{{account}}”存在并填写了邮箱，验证码已发送，10 分钟内有效。没有收到？请检查垃圾邮件，或联系其他管理员重设密码。',
  code: '验证码',
  'code-required': '请输入邮件中的验证码',
  password: '新密码',
  'password-hint': '8 到 64 个字符。所有设备须重新登录。',
  save: '设置新密码',
  again: '重新发送验证码',
  'again-wait': '{{time}} 后可重新发送',
  'other-account': '更换账号',
  back: '返回登录',
} as const

const en: TranslationOf<typeof zhCn> = {
  heading: 'Recover password',
  lead: 'Enter your account. A code will be sent to its email address.',
  'lead-code': 'Enter the code from the mail, and a new password.',
  account: 'Username or email',
  'account-required': 'Enter your username or email',
  send: 'Send code',
  sent:
    'If the account “{{account}}” exists and has an email address, a code has been sent. It is valid for 10 minutes. ' +
    'Nothing arrived? Look among your spam, or ask another administrator to set your password.',
  code: 'Code',
  'code-required': 'Enter the code from the mail',
  password: 'New password',
  'password-hint': '8–64 characters. You will be signed out on all devices.',
  save: 'Set new password',
  again: 'Send another code',
  'again-wait': 'Another code in {{time}}',
  'other-account': 'Another account',
  back: 'Back to sign-in',
}

export const { useT } = defineTexts('recovery', { 'zh-cn': zhCn, en })
