/** Which columns stay where there is little room. */
import { describe, expect, it } from 'vitest'
import { adminLog } from '../../../generated/system/admin_log/table.ts'
import { brand } from '../../../generated/wms/brand/table.ts'
import { shownColumns } from '../../../runtime/web/list/columns.ts'
import type { TableModel } from '../../../runtime/protocol/index.ts'

const shown = (model: TableModel, width: number, chosen = {}) => shownColumns(model, chosen, 'en', width).map((field) => field.name)

describe('where there is little room', () => {
  it('a log keeps the time of its entries and gives up what matters less', () => {
    expect(shown(adminLog, 960)).toContain('create_time')
    expect(shown(adminLog, 960)).not.toContain('useragent')
    expect(shown(adminLog, 300)).toContain('create_time')
  })

  it('a table of things that change gives up its times first', () => {
    const timed: TableModel = { ...brand, list: { ...brand.list, columns: ['name', 'image', 'introduce', 'createtime'] } }
    expect(shown(timed, 2000)).toContain('createtime')
    expect(shown(timed, 500)).not.toContain('createtime')
    expect(shown(timed, 500)).toContain('name')
  })

  it('what a person asked for stays', () => {
    expect(shown(adminLog, 300, { useragent: true })).toContain('useragent')
    expect(shown(adminLog, 2000, { create_time: false })).not.toContain('create_time')
  })
})
