/** Members, their groups and rules, worked on as BuildAdmin's own pages do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import {
  flat,
  radio,
  remoteOptions,
  switchCell,
  tickedRules,
  type Listed,
  type Row,
} from '../../support/client-code.ts'
import { ask, forgive, solveCaptcha, type WireAnswer } from '../../server/session/endpoint.ts'
import { clientTables, misfits } from '../../support/client-tables.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import {
  compatVersions,
  headersOf,
  openWireServer,
  type Envelope,
  type Params,
  type Wire,
  type WireServer,
} from '../wms/conformance/wire.ts'

const password = 'long-enough-7'
/** One pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe.each(moduleEngines)('pages of members on $name', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await openWireServer(engine, { servers: [memberServer] }, [member, system])
  })
  afterAll(() => server.running.dispose())

  describe.each(compatVersions)('for %s', (compat) => {
    let wire: Wire
    beforeAll(async () => {
      wire = await server.client(compat)
    })
    const ok = async <Data>(answer: Promise<Envelope<Data>>): Promise<Data> => {
      const envelope = await answer
      expect(envelope, envelope.text).toMatchObject({ status: 200, code: 1 })
      return envelope.data
    }
    const list = (controller: string, params: Params = {}) => ok(wire.get<Listed>(`/admin/${controller}/index`, params))
    const rowOf = async (controller: string, id: unknown) =>
      (await ok(wire.get<{ row: Row }>(`/admin/${controller}/edit`, { id }))).row
    const save = (controller: string, action: string, body: object) =>
      ok(wire.post<{ id: number }>(`/admin/${controller}/${action}`, body))
    const storedOf = async (table: string, id: number): Promise<Row> =>
      (await server.running.database.query.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()) ?? {}
    /** Opens the form and saves it, with or without a change of what is ticked. */
    const saveForm = async (
      controller: string,
      id: unknown,
      change = (ticked: readonly unknown[]): readonly unknown[] => ticked,
    ) => {
      const row = await rowOf(controller, id)
      const tree = (await list(controller.replace('Group', 'Rule'))).list
      return save(controller, 'edit', { ...row, rules: change(tickedRules(tree, row['rules'] as unknown[])) })
    }

    it('saving a group unchanged neither widens nor narrows its rights', async () => {
      const rules = flat((await list('user.Rule')).list)
      const idOf = (name: string): number => Number(rules.find((rule) => rule['name'] === name)?.['id'])
      const [folder, overview, profile] = ['account', 'account/overview', 'account/profile'].map(idOf)
      const every = rules.map(({ id }) => Number(id)).sort((one, other) => one - other)
      const rightsOf = async (id: number) => {
        const { unrestricted, rules: ids } = await storedOf('user_group', id)
        return {
          all: unrestricted === 1,
          ids: ids === null ? null : (JSON.parse(String(ids)) as number[]).toSorted((a, b) => a - b),
        }
      }
      const add = async (name: string, ids: readonly unknown[]) =>
        (await save('user.Group', 'add', { name: `${name} ${compat}`, rules: ids, status: '1' })).id

      const some = await add('Some', [String(overview), String(profile), folder])
      expect((await rowOf('user.Group', some))['rules']).toEqual([String(overview), String(profile)])
      await saveForm('user.Group', some)
      expect(await rightsOf(some)).toEqual({ all: false, ids: [folder, overview, profile] })
      // A right is taken away, and what is left is not more than before.
      await saveForm('user.Group', some, (ticked) => ticked.filter((id) => id !== profile))
      expect(await rightsOf(some)).toEqual({ all: false, ids: [folder, overview] })

      // As the own client stores it: without the folder above.
      const set = (id: number, values: Record<string, string>) =>
        server.running.database.write((trx) => trx.updateTable('user_group').set(values).where('id', '=', id).execute())
      await set(some, { rules: JSON.stringify([overview]) })
      await saveForm('user.Group', some)
      expect((await rightsOf(some)).ids).toEqual([overview])
      // A folder of which nothing is held: given to the tree, it would tick all of it.
      await set(some, { rules: JSON.stringify([folder]) })
      expect((await rowOf('user.Group', some))['rules']).toEqual([])
      await save('user.Group', 'edit', { id: some, name: `Folder ${compat}`, rules: [] })
      expect((await rightsOf(some)).ids).toEqual([folder])
      // All rights there are today are not those that come tomorrow.
      await set(some, { rules: JSON.stringify(every) })
      await saveForm('user.Group', some)
      expect(await rightsOf(some)).toEqual({ all: false, ids: every })

      const all = await add('All', every)
      expect(await rightsOf(all)).toEqual({ all: true, ids: null })
      expect((await rowOf('user.Group', all))['rules']).toEqual(['*'])
      await saveForm('user.Group', all)
      expect(await rightsOf(all)).toEqual({ all: true, ids: null })
      await saveForm('user.Group', all, (ticked) => ticked.filter((id) => id !== profile))
      expect(await rightsOf(all)).toEqual({ all: false, ids: every.filter((id) => id !== profile) })
      expect(await wire.post('/admin/user.Group/edit', { id: all, rules: ['999999'] })).toMatchObject({ code: 0 })
      expect(flat((await list('user.Group')).list).map(({ rules: text }) => typeof text)).not.toContain('object')
      await ok(wire.del('/admin/user.Group/del', { ids: [some, all] }))
    })

    it('so is a group of administrators, also one with a page of which it has no button', async () => {
      const rules = flat((await list('auth.Rule')).list)
      const idOf = (name: string): number => Number(rules.find((rule) => rule['name'] === name)?.['id'])
      const ids = ['user', 'user/group', 'user/rule', 'user/rule/index'].map(idOf)
      const { id } = await save('auth.Group', 'add', {
        pid: 0,
        name: `Page ${compat}`,
        rules: ids.map(String),
        status: '1',
      })
      const stored = async () => JSON.parse(String((await storedOf('admin_group', id))['rules'])) as number[]
      const before = await stored()
      expect(before).toContain(idOf('user/group'))
      await saveForm('auth.Group', id)
      expect(await stored()).toEqual(before)
      await ok(wire.del('/admin/auth.Group/del', { ids: [id] }))
    })

    it('states of groups and rules are "0" and "1", in answers, requests, filters and selects', async () => {
      const { id: off } = await save('user.Group', 'add', { name: `Off ${compat}`, rules: [], status: '0' })
      expect(await storedOf('user_group', off)).toMatchObject({ status: 'disable' })
      radio(String((await rowOf('user.Group', off))['status']), ['0', '1'])
      const groups = async (operator: string, val: unknown) =>
        (await list('user.Group', { search: [{ field: 'status', val, operator }] })).list.map(({ id }) => id)
      expect(await groups('eq', '0')).toEqual([off])
      expect(await groups('eq', '1')).toEqual([1])
      expect(await groups('ne', '1')).toEqual([off])
      expect(await groups('IN', ['0', '1'])).toEqual(expect.arrayContaining([1, off]))
      expect(await groups('IN', '0,1')).toHaveLength(2)
      expect(await groups('eq', 'enable')).toEqual([1])
      // The form of a member offers enabled groups only.
      const choice = await list('user.Group', {
        select: true,
        quickSearch: '',
        isTree: true,
        search: [{ field: 'status', val: '1', operator: 'eq' }],
        page: 1,
      })
      expect(remoteOptions(choice, 'name').map(({ value }) => value)).toEqual(['1'])
      const body = { username: `wire${compat}`, nickname: 'Wire', password, group_id: '1', gender: 0, status: 'enable' }
      const { id: person } = await save('user.User', 'add', body)
      radio(String((await rowOf('user.User', person))['status']), ['disable', 'enable'])
      await ok(wire.del('/admin/user.User/del', { ids: [person] }))
      await save('user.Group', 'edit', { id: off, status: 1 })
      expect(await storedOf('user_group', off)).toMatchObject({ status: 'enable' })
      await ok(wire.del('/admin/user.Group/del', { ids: [off] }))

      for (const rule of flat((await list('user.Rule')).list)) switchCell(rule['status'] as string)
      const rule = {
        type: 'route',
        title: 'Help',
        name: `help${compat}`,
        path: 'help',
        status: '0',
        no_login_valid: '0',
      }
      const { id: help } = await save('user.Rule', 'add', {
        ...rule,
        pid: 0,
        menu_type: 'tab',
        extend: 'none',
        keepalive: 0,
        icon: 'fa fa-circle-o',
        weigh: '7',
      })
      expect(await storedOf('user_rule', help)).toMatchObject({ status: 'disable', weigh: 7 })
      const ids = async (params: Params) => flat((await list('user.Rule', params)).list).map(({ id }) => id)
      expect(await ids({ search: [{ field: 'status', val: '0', operator: '=' }] })).toEqual([help])
      expect(await ids({ initKey: 'status', initValue: '0', isTree: 0 })).toEqual([help])
      await save('user.Rule', 'edit', { id: help, status: '1' })
      expect(await rowOf('user.Rule', help)).toMatchObject({ status: '1', weigh: 7, no_login_valid: 0, pid: 0 })
      await ok(wire.del('/admin/user.Rule/del', { ids: [help] }))
    })

    it('a member who is signed in is sent to the member centre, with times in seconds', async () => {
      const username = `signed${compat}`
      const body = { username, nickname: 'Signed', password, group_id: '1', gender: 0, status: 'enable' }
      const { id } = await save('user.User', 'add', body)
      const call = (method: 'GET' | 'POST', path: string, token = '', payload?: object, headers = {}) =>
        ask<Row>(server.running, method, `/api/${path}`, {
          headers: { 'think-lang': 'en', ...(token && { 'ba-user-token': token }), ...headers },
          ...(payload && { payload }),
        })
      const form = { tab: 'login', username, password, keep: false, captchaId: '', captchaInfo: '' }
      const { data, code } = await call('POST', 'user/checkIn', '', form)
      expect([code, data['routePath']]).toEqual([1, '/user'])
      const { token, join_time: joined, last_login_time: last } = data['userInfo'] as Row & { token: string }
      for (const time of [joined, last]) expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(600)
      expect((await call('GET', 'index/index?requiredLogin=1', token)).data['userInfo']).toMatchObject({
        join_time: joined,
        last_login_time: last,
      })
      const signedIn = { code: 302, data: { routePath: '/user', type: 'logged in' } }
      expect(await call('GET', 'user/checkIn', token)).toMatchObject(signedIn)
      expect(await call('POST', 'user/checkIn', token, form)).toMatchObject(signedIn)
      const own = await call('GET', 'user/checkIn', token, undefined, { 'x-tablewright': '1' })
      expect(own).toMatchObject({ code: 1, data: { loggedIn: true, checked: false } })
      // Their clients show the message alone: it names fields as people call them.
      const passwords = { oldPassword: 'wrong', newPassword: 'short', confirmPassword: 'other' }
      const words = {
        en: ['Current password: ', 'New password: ', 'New password again: '],
        'zh-cn': ['当前密码：', '新密码：', '确认新密码：'],
      }
      for (const [language, labels] of Object.entries(words)) {
        const { msg } = await call('POST', 'account/changePassword', token, passwords, { 'think-lang': language })
        expect(labels.filter((label) => !msg.includes(label))).toEqual([])
      }
      const user = { type: 'email', account: 'nobody@example.com', captcha: '', password: 'x' }
      expect((await call('POST', 'account/retrievePassword', '', user)).msg).not.toMatch(/captcha|account|email:/)
      expect(await wire.post('/admin/user.MoneyLog/add', { user_id: id, money: '0', memo: 'x' })).toMatchObject({
        code: 0,
        msg: expect.stringMatching(/^Change: /) as string,
      })
      await ok(wire.del('/admin/user.User/del', { ids: [id] }))
    })

    it('failures lead that client to a page with a captcha', async () => {
      const username = `tried${compat}`
      const body = { username, nickname: 'Tried', password, group_id: '1', gender: 0, status: 'enable' }
      const { id } = await save('user.User', 'add', body)
      await forgive(server.running)
      const call = (payload?: object, headers = {}) =>
        ask<Row>(server.running, payload ? 'POST' : 'GET', '/api/user/checkIn', {
          headers,
          ...(payload && { payload }),
        })
      const form = { tab: 'login', username, password: 'wrong-pass-1', captchaId: 'x', captchaInfo: '' }
      const answers: WireAnswer<Row>[] = []
      while (answers.length < 12 && answers.at(-1)?.code !== 302) answers.push(await call(form))
      expect(answers.length).toBeGreaterThan(1)
      expect(answers.at(-1)).toMatchObject({ code: 302, data: { routePath: '/user', type: 'captcha needed' } })
      expect(await call(form, { 'x-tablewright': '1' })).toMatchObject({ code: 0, data: { captcha: true } })
      expect((await call()).data).toMatchObject({ userLoginCaptchaSwitch: true })
      const solved = { ...form, password, ...(await solveCaptcha(server.running)) }
      expect(await call(solved)).toMatchObject({ code: 1, data: { routePath: '/user' } })
      await forgive(server.running)
      await ok(wire.del('/admin/user.User/del', { ids: [id] }))
    })

    it('rules and logs of deleted records and sensitive data have what their pages read and search', async () => {
      const connections = (await ok(wire.get<Listed>('/admin/ajax/getDatabaseConnectionList'))).list
      expect(connections).toEqual([{ type: expect.any(String) as string, database: '***', key: 'default' }])
      expect(
        (await ok(wire.get<Listed>('/admin/ajax/getDatabaseConnectionList', { quickSearch: 'none' }))).list,
      ).toEqual([])
      const choices = await ok(wire.get<Row>('/admin/security.DataRecycle/add'))
      expect(choices).toMatchObject({
        controllers: { 'user/Group.php': 'user/Group.php' },
        tables: { user_group: expect.stringContaining('user_group - ') as string },
      })
      const rule = { connection: 'default', primary_key: 'id', status: '1' }
      const recycle = await save('security.DataRecycle', 'add', {
        ...rule,
        name: `Groups ${compat}`,
        controller: 'user/Group.php',
        data_table: 'user_group',
      })
      const sensitive = await save('security.SensitiveData', 'add', {
        ...rule,
        name: `Names ${compat}`,
        controller: 'user/Group.php',
        data_table: 'user_group',
        data_fields: ['name'],
        fields: [{ name: 'name', value: 'Called' }],
      })
      const { id: group } = await save('user.Group', 'add', { name: `Lost 1 ${compat}`, rules: [], status: '1' })
      await save('user.Group', 'edit', { id: group, name: `Lost 2 ${compat}` })
      await ok(wire.del('/admin/user.Group/del', { ids: [group] }))

      /** Ids of the rows that a search in the column finds. */
      const search = async (controller: string, field: string, val: string, operator = 'LIKE') =>
        (await list(controller, { search: [{ field, val, operator }] })).list.map(({ id }) => id)
      /** Each of these texts finds the newest row, a text that is nowhere finds none. */
      const searches = async (controller: string, texts: Readonly<Record<string, string>>, id: unknown) => {
        for (const [field, val] of Object.entries(texts)) {
          expect(await search(controller, field, val), `${controller} ${field}`).toContain(id)
          expect(await search(controller, field, 'nowhere-7'), `${controller} ${field}`).toEqual([])
        }
        const times = {
          field: 'create_time',
          val: '2020-01-01 00:00:00,2099-01-31 23:59:59',
          operator: 'RANGE',
          render: 'datetime',
        }
        expect(
          (await list(controller, { search: [times], order: 'create_time,desc' })).list.map((row) => row['id']),
        ).toContain(id)
      }
      const columns = { data_table: 'user_group', connection: 'default' }
      const rules = { controller: 'user/group', primary_key: 'id', ...columns }
      await searches('security.DataRecycle', { name: `Groups ${compat}`, ...rules }, recycle.id)
      await searches('security.SensitiveData', { name: 'Names', data_fields: 'Called', ...rules }, sensitive.id)
      for (const controller of ['security.DataRecycle', 'security.SensitiveData'])
        for (const row of (await list(controller)).list) {
          expect(row['connection']).toBe('default')
          radio(row['status'] as string, ['0', '1'])
        }
      expect((await list('security.SensitiveData')).list[0]).toMatchObject({ data_fields: ['Called'] })
      expect(await rowOf('security.SensitiveData', sensitive.id)).toMatchObject({
        data_fields: { name: 'Called' },
        status: '1',
        connection: 'default',
      })

      const shared = { connection: 'default', data_table: 'user_group', primary_key: 'id' }
      const admin = { id: 1, username: 'admin', nickname: expect.any(String) as string }
      const [gone] = (await list('security.DataRecycleLog')).list
      const goneRule = { id: recycle.id, name: `Groups ${compat}`, controller_as: 'user/group' }
      expect(gone).toMatchObject({
        ...shared,
        admin,
        recycle: goneRule,
        data: expect.stringContaining(`Lost 2 ${compat}`) as string,
      })
      const nickname = String((gone!['admin'] as Row)['nickname'])
      const who = { 'admin.nickname': nickname, ip: '127.0', ...columns }
      const lost = { 'recycle.name': 'Groups', 'recycle.controller_as': 'user/group', data: `"Lost 2 ${compat}"` }
      await searches('security.DataRecycleLog', { ...who, ...lost }, gone!['id'])
      expect(await search('security.DataRecycleLog', 'data', 'disable')).toEqual([])
      expect(
        (await ok(wire.get<{ row: Row }>('/admin/security.DataRecycleLog/info', { id: gone!['id'] }))).row,
      ).toMatchObject({
        ...shared,
        admin,
        recycle: goneRule,
        data: { name: `Lost 2 ${compat}` },
      })

      const [changed] = (await list('security.SensitiveDataLog')).list
      const values = {
        before: `Lost 1 ${compat}`,
        after: `Lost 2 ${compat}`,
        data_field: 'name',
        data_comment: 'Called',
      }
      const changedRule = { id: sensitive.id, name: `Names ${compat}`, controller_as: 'user/group' }
      expect(changed).toMatchObject({ ...shared, ...values, admin, sensitive: changedRule, id_value: `id=${group}` })
      const edited = {
        'sensitive.name': 'Names',
        'sensitive.controller_as': 'user/',
        before: 'Lost 1',
        after: 'Lost 2',
        data_comment: 'Call',
      }
      await searches('security.SensitiveDataLog', { ...who, ...edited }, changed!['id'])
      for (const id of [`id=${group}`, String(group)])
        expect(await search('security.SensitiveDataLog', 'id_value', id)).toContain(changed!['id'])
      expect(
        (await ok(wire.get<{ row: Row }>('/admin/security.SensitiveDataLog/info', { id: changed!['id'] }))).row,
      ).toMatchObject({
        ...shared,
        ...values,
        admin,
        sensitive: changedRule,
        id_value: String(group),
      })
      // Rows of all tables that have a page: what it reads of them, and the values of its options.
      const person = await save('user.User', 'add', {
        username: `read${compat}`,
        nickname: `Reader ${compat}`,
        password,
        group_id: '1',
        gender: 0,
        status: 'enable',
      })
      await save('user.MoneyLog', 'add', { user_id: String(person.id), money: '1.50', memo: 'gift' })
      await save('user.ScoreLog', 'add', { user_id: String(person.id), score: '3', memo: 'gift' })
      const sent = form([{ file: 'dot.gif', type: 'image/gif', bytes: picture }])
      const uploads = await server.running.app.inject({
        method: 'POST',
        url: `/admin/ajax/upload?topic=${compat}`,
        headers: { ...headersOf(wire), ...sent.headers },
        payload: sent.payload,
      })
      const uploaded = uploads.json<{ data: { file: { id: number } } }>().data.file.id
      await server.running.database.write((trx) =>
        trx.updateTable('attachment').set({ admin_id: null, user_id: person.id }).where('id', '=', uploaded).execute(),
      )
      for (const [field, val, ids] of [
        ['user.nickname', `Reader ${compat}`, [uploaded]],
        ['user.username', 'nobody', []],
        ['admin.username', 'nobody', []],
      ] as const)
        expect(await search('routine.Attachment', field, val), field).toEqual(ids)
      expect(await search('user.User', 'userGroup.name', 'nowhere')).toEqual([])
      const wrong: string[] = []
      for (const [controller, { index, edit }] of Object.entries(clientTables)) {
        const rows = flat((await list(controller)).list)
        expect(rows.length, controller).toBeGreaterThan(0)
        wrong.push(...rows.flatMap((row) => misfits(row, index)).map((text) => `${controller} ${text}`))
        const form = edit ? misfits(await rowOf(controller, rows[0]!['id']), edit) : []
        wrong.push(...form.map((text) => `${controller}/edit ${text}`))
      }
      expect([...new Set(wrong)]).toEqual([])
      expect((await list('routine.Attachment')).list[0]).toMatchObject({
        user_id: person.id,
        user: { username: `read${compat}`, nickname: `Reader ${compat}` },
        admin_id: 0,
        admin: { nickname: '' },
      })
      await ok(wire.del('/admin/security.DataRecycle/del', { ids: [recycle.id] }))
      await ok(wire.del('/admin/security.SensitiveData/del', { ids: [sensitive.id] }))
      // The entries stay without their rules.
      expect((await list('security.DataRecycleLog')).list[0]).toMatchObject({
        recycle: { name: '', controller_as: 'user/group' },
      })
    })

    it('pages that this product does not have answer with a sentence', async () => {
      for (const [path, data] of [
        ['crud.Log/index', null],
        ['crud.Crud/getFileData', null],
        ['crud.Crud/checkCrudLog', null],
        ['crud.Crud/parseFieldData', {}],
        ['crud.Crud/generate', {}],
        ['crud.Crud/delete', {}],
        ['module/install', {}],
      ] as const) {
        const answer = await (data ? wire.post(`/admin/${path}`, data) : wire.get(`/admin/${path}`))
        expect(answer, path).toMatchObject({
          status: 200,
          code: 0,
          msg: expect.stringMatching(/^(This (system|server) has no|The schema designer is off) ?.{20,}/) as string,
        })
      }
      expect((await server.anonymous(compat).get('/admin/module/index')).code).toBe(302)
    })
  })
})
