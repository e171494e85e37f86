/** The demo site has a text in every state, in both languages, and contradicts itself nowhere. */
import { afterAll, describe, expect, it } from 'vitest'
import { cms } from '#generated/cms/index.ts'
import { cmsServer } from '../../../runtime/modules/cms/server/index.ts'
import { checks } from '../../../runtime/modules/cms/server/checks.ts'
import { demoScope, firstDemo, runDemoWork } from '../../../runtime/server/demo.ts'
import { seedDemo } from '../../../runtime/server/demo-seed.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openCmsSite, type CmsSite } from './cms-site.ts'

const lists: unknown[] = []

describe.each(moduleEngines.flatMap((engine) => (['zh-cn', 'en'] as const).map((language) => ({ engine, language }))))(
  'the demo on $engine.name in $language',
  ({ engine, language }) => {
    let site: CmsSite
    afterAll(() => site?.dispose())

    it('has 40 texts with pictures in every state, comments, and a refused contribution', async () => {
      site = await openCmsSite(engine)
      for (let turn = 0; turn < 3; turn++) await site.member()
      const scope = { ...(await demoScope(site.scope as unknown as Scope)), language }
      let pictures = 0
      await seedDemo(scope, cmsServer.demo!(firstDemo.scale, firstDemo.seed, language), {
        storePicture: async (_svg, name) => `/storage/demo/${name}-${pictures++}.webp`,
      })
      await runDemoWork([{ manifest: cms, server: cmsServer }], scope)
      const texts = await site.rows('cms_content', {})
      expect(texts).toHaveLength(40)
      const { data } = await site.app.get<{ list: { shown: number; title: string; waiting: number }[] }>(
        site.editor,
        'cms.Content/index?limit=100',
      )
      expect(new Set(data.list.map((row) => row.shown))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
      expect(data.list.filter(({ waiting }) => waiting === 1)).toHaveLength(1)
      expect(texts.filter(({ price, status }) => Number(price) > 0 && status === 'normal')).toHaveLength(2)
      expect(
        texts.filter(({ status, user_id: user, memo }) => status === 'refused' && user !== null && memo !== null),
      ).toHaveLength(1)
      expect((await site.rows('cms_comment', {})).map(({ status }) => status)).toEqual([
        'normal',
        'normal',
        'unaudited',
        'unaudited',
      ])
      expect(texts.every(({ images }) => String(images).includes('/storage/demo/'))).toBe(true)
      for (const check of checks)
        expect([check.name, (await check.find(site.scope, 10)).list]).toEqual([check.name, []])
      // CI8: the same list on both moduleEngines.
      lists.push([language, data.list.map((row) => [row.title, row.shown])])
      const [first, other] = lists.filter((list) => (list as unknown[])[0] === language)
      if (other !== undefined) expect(other).toEqual(first)
    })
  },
)
