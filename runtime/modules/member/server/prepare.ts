/** The group and the rules that a member centre cannot work without. */
import { insertMissing, nowSeconds } from 'tablewright/server'
import type { PrepareCall } from '#generated/member/server.ts'
import { t } from './i18n.ts'

/** Pages of the member centre, in the order of its menu. */
const pages = [
  { name: 'account/overview', title: t('zh-cn', 'rule.overview'), path: 'account/overview', icon: 'fa fa-home' },
  { name: 'account/profile', title: t('zh-cn', 'rule.profile'), path: 'account/profile', icon: 'fa fa-user-circle-o' },
  {
    name: 'account/changePassword',
    title: t('zh-cn', 'rule.password'),
    path: 'account/changePassword',
    icon: 'fa fa-shield',
  },
  { name: 'account/integral', title: t('zh-cn', 'rule.integral'), path: 'account/integral', icon: 'fa fa-tag' },
  { name: 'account/balance', title: t('zh-cn', 'rule.balance'), path: 'account/balance', icon: 'fa fa-money' },
] as const

/**
 * Adds the first group, with all rights, and the rules while there are none at all: what administrators removed stays
 * removed.
 */
export async function prepareMembers({ trx }: PrepareCall): Promise<void> {
  const time = nowSeconds()
  const common = { status: 'enable' as const, create_time: time, update_time: time, version: 1 }
  const group = await trx.selectFrom('user_group').select('id').limit(1).executeTakeFirst()
  if (!group) await insertMissing(trx, 'user_group', [{ name: '默认分组', unrestricted: 1, ...common }])
  const rule = await trx.selectFrom('user_rule').select('id').limit(1).executeTakeFirst()
  if (rule) return
  const [added] = await insertMissing(trx, 'user_rule', [
    {
      type: 'menu_dir',
      title: t('zh-cn', 'rule.account'),
      name: 'account',
      path: 'account',
      icon: 'fa fa-user-circle',
      no_login_valid: 0,
      weigh: 100,
      ...common,
    },
  ])
  // Another process was first.
  if (added === undefined) return
  await insertMissing(
    trx,
    'user_rule',
    pages.map((page, index) => ({
      ...page,
      pid: added,
      type: 'menu' as const,
      menu_type: 'tab' as const,
      component: `/src/views/frontend/user/${page.name}.vue`,
      no_login_valid: 0,
      weigh: 99 - index,
      ...common,
    })),
  )
}
