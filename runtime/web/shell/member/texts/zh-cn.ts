/** Chinese texts of the member area. */
export const zhCn = {
  closed: '会员中心尚未开放',
  closedText: '本站暂未提供会员登录。管理员请进入管理后台。',
  empty: '这里还没有内容',
  emptyText: '会员中心的页面尚未开放。',
} as const
