/** Labels of the inputs of the members' routes. */
import type { Text } from 'tablewright/protocol'

export const inputLabels: Readonly<Record<string, Text>> = {
  username: { 'zh-cn': '用户名', en: 'Username' },
  nickname: { 'zh-cn': '昵称', en: 'Nickname' },
  password: { 'zh-cn': '密码', en: 'Password' },
  oldPassword: { 'zh-cn': '当前密码', en: 'Current password' },
  newPassword: { 'zh-cn': '新密码', en: 'New password' },
  confirmPassword: { 'zh-cn': '确认新密码', en: 'New password again' },
  account: { 'zh-cn': '账号', en: 'Account' },
  email: { 'zh-cn': '电子邮箱', en: 'Email' },
  mobile: { 'zh-cn': '手机号码', en: 'Mobile' },
  captcha: { 'zh-cn': '验证码', en: 'Code' },
  captchaInfo: { 'zh-cn': '图形验证码', en: 'Captcha' },
  avatar: { 'zh-cn': '头像', en: 'Avatar' },
  gender: { 'zh-cn': '性别', en: 'Gender' },
  birthday: { 'zh-cn': '生日', en: 'Birthday' },
  motto: { 'zh-cn': '个性签名', en: 'Motto' },
  user_id: { 'zh-cn': '会员', en: 'Member' },
  money: { 'zh-cn': '变动金额', en: 'Change' },
  score: { 'zh-cn': '变动积分', en: 'Change' },
  memo: { 'zh-cn': '说明', en: 'Reason' },
}
