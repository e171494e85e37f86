/** Added settings that are defined anew, on the server of the tests of added settings. */
import { afterEach, describe, expect, it } from 'vitest'
import { readSecret } from '../../../runtime/server/settings/read-secret.ts'
import type { Settings } from '../../../runtime/server/settings/settings.ts'
import { createSettingsStore } from '../../../runtime/server/settings/store.ts'
import type { RunningApp } from '../http/running-app.ts'
import { ask } from '../session/endpoint.ts'
import { settingsClient } from './settings-client.ts'

interface Context {
  readonly running: RunningApp
  /** Of an administrator with all rights. */
  readonly token: string
  /** What the server began with. */
  readonly base: Settings
}

/** From a type and value to another type: the value there, or what the refusal says. */
const conversions: readonly (readonly [from: string, value: unknown, to: string, expected: unknown, more?: object])[] =
  [
    ['string', '12.5', 'number', '12.5'],
    ['string', 'much', 'number', /“much” does not fit: Enter a number/],
    ['number', '7', 'string', '7'],
    ['string', '2026-11-25', 'date', '2026-11-25'],
    ['string', 'soon', 'date', /“soon” does not fit: Enter a valid date/],
    ['date', '2026-11-25', 'datetime', '2026-11-25 00:00:00'],
    ['datetime', '2026-11-25 00:00:00', 'date', '2026-11-25'],
    ['datetime', '2026-11-25 08:30:00', 'date', /“2026-11-25 08:30:00” does not fit/],
    ['datetime', '2026-11-25 08:30:00', 'string', '2026-11-25 08:30:00'],
    ['textarea', 'one\ntwo', 'string', /“one\ntwo” does not fit: Enter one line only/],
    ['textarea', 'one\ntwo', 'editor', '<p>one</p><p>two</p>'],
    [
      'textarea',
      'k=v\nx=1=2',
      'array',
      [
        { key: 'k', value: 'v' },
        { key: 'x', value: '1=2' },
      ],
    ],
    ['textarea', 'k', 'array', /as “key=value”/],
    ['textarea', '/storage/a.png\n/storage/b,1.png', 'images', ['/storage/a.png', '/storage/b,1.png']],
    ['array', [{ key: 'k', value: 'v' }], 'textarea', 'k=v'],
    ['editor', '<p>1 &lt; 2</p><p>3</p>', 'textarea', '1 < 2\n3'],
    ['editor', '<p><b>x</b></p>', 'textarea', /which would be lost/],
    ['image', '/storage/a,1.png', 'images', ['/storage/a,1.png']],
    ['images', ['/storage/a.png'], 'image', '/storage/a.png'],
    ['images', ['/storage/a.png', '/storage/b.png'], 'image', /several values/],
    ['images', ['/storage/a.png', '/storage/b.png'], 'textarea', '/storage/a.png\n/storage/b.png'],
    ['city', ['330000', '330100'], 'string', '330000,330100'],
    ['string', '330000,330100', 'city', ['330000', '330100']],
    ['switch', true, 'string', '1'],
    ['switch', true, 'date', /“1” does not fit/],
    ['switch', false, 'date', ''],
    ['string', '1', 'switch', true],
    ['string', 'yes', 'switch', /Only 1 \(on\) and 0 \(off\)/],
    ['string', undefined, 'switch', false],
    ['string', 'a', 'select', 'a', { content: 'a=Alpha' }],
    ['string', 'b', 'select', /“b” does not fit: Choose one of the options/, { content: 'a=Alpha' }],
    ['string', 'a,b', 'checkbox', ['a', 'b'], { content: 'a=Alpha\nb=Beta' }],
    ['string', '1', 'remoteSelect', /records of another list/, { inputExtend: 'remoteUrl=/admin/auth.Group/index' }],
    ['string', undefined, 'remoteSelect', '', { inputExtend: 'remoteUrl=/admin/auth.Group/index' }],
  ]
/** @param context what has been started by the time the tests run */
export function describeRedefinition(context: () => Context): void {
  describe('that were added are defined anew', () => {
    const { index, edit } = settingsClient(context)
    const name = 'own_thing'
    const found = async () =>
      Object.values((await index()).list)
        .flatMap(({ list }) => list)
        .find((one) => one.name === name)
    const send = (action: string, payload: object) =>
      ask<{ errors: Record<string, string> } | null>(context().running, 'POST', `/admin/routine.Config/${action}`, {
        token: context().token,
        payload,
      })
    const redefine = async (change: object) => send('redefine', { id: (await found())!.id, ...change })
    const stored = async () =>
      (await context().running.database.query.selectFrom('config').selectAll().where('name', '=', name).execute())[0]!
    const add = async (type: string, value: unknown, more: object = {}) => {
      const item = { group: 'basics', name, title: 'Thing', tip: 'Help', type, ...more }
      expect(await send('add', item)).toMatchObject({ code: 1 })
      if (value !== undefined) expect(await edit({ [name]: value })).toMatchObject({ code: 1 })
    }
    afterEach(async () => {
      await context().running.database.write((trx) => trx.deleteFrom('config').where('name', '=', name).execute())
      await send('edit', { record_number: 'x' })
    })

    it('and what is not named stays', async () => {
      const group = { inputExtend: 'remoteUrl=/admin/auth.Group/index\nparams.isTree=true\nclearable=true' }
      await add('remoteSelect', '1', { ...group, extend: 'width=200', rule: ['required'], weigh: 3 })
      const before = await found()
      expect(await redefine({ title: 'Thing of ours', weigh: '7' })).toMatchObject({ code: 1 })
      expect(await found()).toEqual({ ...before, title: 'Thing of ours', weigh: 7 })
      expect(await redefine({ group: 'upload', tip: '', rule: [] })).toMatchObject({ code: 1 })
      expect(await found()).toMatchObject({ group: 'upload', tip: '', rule: '', rules: [], value: '1', weigh: 7 })
      const [entry] = await context()
        .running.database.query.selectFrom('admin_log')
        .select('title')
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      expect(entry!['title']).toContain('Site settings: edit setting')
    })

    it('and the wrong definition is refused at its members, as when it is added', async () => {
      await add('string', 'x')
      const wrong = {
        name: 'other',
        title: '',
        type: 'radar',
        group: 'none',
        rule: ['chinese'],
        weigh: '1e30',
        tip: [1],
      }
      expect((await redefine(wrong)).data!.errors).toEqual({
        name: expect.stringMatching(/cannot be changed/),
        title: 'This field is required',
        type: 'Choose one of the listed types',
        group: 'Choose one of the options',
        rule: 'Choose from the listed rules',
        weigh: expect.stringMatching(/digits only/),
        tip: expect.stringMatching(/has to be text/),
      })
      expect(await redefine({ extend: 'onclick=x' })).toMatchObject({ data: { errors: { extend: expect.anything() } } })
      expect(await found()).toMatchObject({ title: 'Thing', type: 'string', value: 'x' })
      const builtIn = (await index()).list['basics']!.list.find((one) => one.name === 'site_name')!
      expect(await send('redefine', { id: builtIn.id, title: 'Y' })).toMatchObject({
        code: 0,
        msg: 'Built-in settings are defined by the system. Only added ones can be edited.',
      })
      for (const id of [987_654, 'x', null]) expect((await send('redefine', { id, title: 'Y' })).code).toBe(0)
    })

    it.each(conversions.map((one) => ({ one, name: one.slice(0, 3).map(String).join(' ') })))(
      '$name',
      async ({ one }) => {
        const [from, value, to, expected, more = {}] = one

        await add(from, value)
        const before = await stored()
        const answer = await redefine({ type: to, ...more })
        if (expected instanceof RegExp) {
          expect(answer).toMatchObject({ code: 0, data: { errors: { type: expect.stringMatching(expected) } } })
          expect(await stored()).toEqual(before)
          return
        }
        expect(answer).toMatchObject({ code: 1 })
        expect(await found()).toMatchObject({ type: to, value: expected })
        // It can be saved as it is.
        if (to !== 'remoteSelect') expect(await edit({ [name]: expected })).toMatchObject({ code: 1 })
        expect(await found()).toMatchObject({ value: expected })
      },
    )

    it('and options, rules and lists do not exclude the value that is stored', async () => {
      await add('select', 'b', { content: 'a=Alpha\nb=Beta' })
      expect((await redefine({ content: 'a=Alpha' })).data!.errors['content']).toMatch(/“b” does not fit/)
      expect(await redefine({ content: 'b=Second\nc=Third' })).toMatchObject({ code: 1 })
      expect(await redefine({ type: 'string' })).toMatchObject({ code: 1 })
      expect(await found()).toMatchObject({ content: '', value: 'b' })
      expect((await redefine({ rule: ['email'] })).data!.errors['rule']).toMatch(/“b” does not fit: .*email/)
      expect(await redefine({ rule: ['required'] })).toMatchObject({ code: 1 })
      expect((await redefine({ rule: ['required', 'integer'] })).code).toBe(0)
      expect(await found()).toMatchObject({ value: 'b', rule: 'required' })
    })

    it('T10: and a text that becomes a secret is encrypted, but a secret becomes nothing else', async () => {
      await add('string', 'b3came')
      expect(await redefine({ type: 'password', rule: ['required'], value: 'l0gged' })).toMatchObject({ code: 1 })
      expect(await found()).toMatchObject({ value: '', rule: '', rules: ['required'] })
      expect(String((await stored())['value'])).not.toContain('b3came')
      expect(readSecret(await createSettingsStore(context().running.database, context().base).current(), name)).toBe(
        'b3came',
      )
      expect((await redefine({ type: 'string' })).data!.errors['type']).toMatch(/^A stored secret cannot become/)
      expect(await redefine({ title: 'Key' })).toMatchObject({ code: 1 })
      expect(readSecret(await createSettingsStore(context().running.database, context().base).current(), name)).toBe(
        'b3came',
      )
      const logged = await context().running.database.query.selectFrom('admin_log').select('data').execute()
      expect(JSON.stringify(logged)).not.toContain('l0gged')
    })

    it('and a value is not saved by the definition of before', async () => {
      await add('string', 'x')
      const store = createSettingsStore(context().running.database, context().base)
      const { items } = await store.current()
      expect(await redefine({ type: 'editor' })).toMatchObject({ code: 1 })
      const save = () => context().running.database.write((trx) => store.change(trx, new Map([[name, 'plain']]), items))
      await expect(save()).rejects.toMatchObject({ code: 'conflict' })
      expect(await found()).toMatchObject({ value: '<p>x</p>' })
    })

    it('and many at the same time keep a value that its type has', async () => {
      await add('string', '1')
      const types = ['number', 'textarea', 'string', 'switch', 'editor', 'string', 'number']
      const answers = await Promise.all(types.map((type) => redefine({ type })))
      expect(answers.some(({ code }) => code === 1)).toBe(true)
      expect(answers.every(({ code, data }) => code === 1 || data?.errors !== undefined)).toBe(true)
      const { type, value } = (await found())!
      expect(await edit({ [name]: value }), type).toMatchObject({ code: 1 })
    })
  })
}
