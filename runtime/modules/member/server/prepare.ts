/** The group and the rules that a member centre cannot work without. */
import { nowSeconds } from 'tablewright/server'
import type { Transaction } from './types.ts'

/** Pages of the member centre, in the order of its menu. */
const pages = [
  { name: 'account/overview', title: '账户概览', path: 'account/overview', icon: 'fa fa-home' },
  { name: 'account/profile', title: '个人资料', path: 'account/profile', icon: 'fa fa-user-circle-o' },
  { name: 'account/changePassword', title: '修改密码', path: 'account/changePassword', icon: 'fa fa-shield' },
  { name: 'account/integral', title: '积分记录', path: 'account/integral', icon: 'fa fa-tag' },
  { name: 'account/balance', title: '余额记录', path: 'account/balance', icon: 'fa fa-money' },
] as const

/**
 * Adds the first group, with all rights, and the rules while there are none at all: what administrators removed stays
 * removed.
 */
export async function prepareMembers(trx: Transaction): Promise<void> {
  const time = nowSeconds()
  const common = { status: 'enable' as const, create_time: time, update_time: time, version: 1 }
  const group = await trx.selectFrom('user_group').select('id').limit(1).executeTakeFirst()
  if (!group)
    await trx
      .insertInto('user_group')
      .values({ name: '默认分组', unrestricted: 1, ...common })
      .onConflict((on) => on.doNothing())
      .execute()
  const rule = await trx.selectFrom('user_rule').select('id').limit(1).executeTakeFirst()
  if (rule) return
  const added = await trx
    .insertInto('user_rule')
    .values({
      type: 'menu_dir',
      title: '我的账户',
      name: 'account',
      path: 'account',
      icon: 'fa fa-user-circle',
      no_login_valid: 0,
      weigh: 100,
      ...common,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another process was first.
  if (!added) return
  await trx
    .insertInto('user_rule')
    .values(
      pages.map((page, at) => ({
        ...page,
        pid: added.id,
        type: 'menu' as const,
        menu_type: 'tab' as const,
        component: `/src/views/frontend/user/${page.name}.vue`,
        no_login_valid: 0,
        weigh: 99 - at,
        ...common,
      })),
    )
    .execute()
}
