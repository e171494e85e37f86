/** Texts of signing in: all that the first page of a member loads. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  login: '会员登录',
  'login-lead': '登录后可签到、查看余额和积分。',
  register: '注册会员',
  'register-lead': '验证邮箱或手机号后即可使用。',
  recover: '找回密码',
  'recover-lead': '验证码将发送到您绑定的邮箱或手机号。',
  'to-login': '返回登录',
  'to-register': '没有账号？注册',
  'to-recover': '忘记密码',
  name: '用户名、邮箱或手机号',
  password: '密码',
  keep: '保持登录',
  'submit-login': '登录',
  recovered: '密码已修改，请登录。',
  'no-channel': '网站尚未设置邮件和短信，暂时无法注册或找回密码。请联系管理员。',
  closed: '会员中心未开放',
  required: '请填写此项。',
  retry: '重试',
} as const

const en: TranslationOf<typeof zhCn> = {
  login: 'Member sign-in',
  'login-lead': 'Sign in to check in and to see your balance and score.',
  register: 'Register',
  'register-lead': 'All it takes is a verified email address or mobile number.',
  recover: 'Recover the password',
  'recover-lead': 'The code is sent to the email address or mobile number of your account.',
  'to-login': 'Back to sign-in',
  'to-register': 'No account? Register',
  'to-recover': 'Forgot the password',
  name: 'Username, email or mobile number',
  password: 'Password',
  keep: 'Stay signed in',
  'submit-login': 'Sign in',
  recovered: 'The password is changed. Sign in with it.',
  'no-channel':
    'The site has set up neither mail nor SMS, so nobody can register or recover a password. Ask an administrator.',
  closed: 'The member center is not open',
  required: 'Enter this.',
  retry: 'Try again',
}

export const { useT } = defineTexts('member-sign-in', { 'zh-cn': zhCn, en })
