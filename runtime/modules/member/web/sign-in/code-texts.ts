/** Texts of codes, of registering and of new passwords, which load with their forms. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  username: '用户名',
  password: '密码',
  'new-password': '新密码',
  email: '电子邮箱',
  mobile: '手机号码',
  code: '验证码',
  send: '发送验证码',
  'send-wait': '{{seconds}} 秒后可重发',
  sent: '如果该地址可以接收验证码，消息即将送达。',
  'submit-register': '注册',
  'submit-recover': '设置新密码',
} as const

const en: TranslationOf<typeof zhCn> = {
  username: 'Username',
  password: 'Password',
  'new-password': 'New password',
  email: 'Email',
  mobile: 'Mobile number',
  code: 'Code',
  send: 'Send code',
  'send-wait': 'Again in {{seconds}} s',
  sent: 'If this address can receive codes, the message arrives in a moment.',
  'submit-register': 'Register',
  'submit-recover': 'Set the new password',
}

export const { useT } = defineTexts('member-codes', { 'zh-cn': zhCn, en })
