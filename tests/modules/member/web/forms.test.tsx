// @vitest-environment jsdom
/** Forms about members. */
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { user } from '../../../../generated/member/user/table.ts'
import { setLanguage } from '../../../../runtime/web/i18n/language.ts'
import { Consequence } from '../../../../runtime/web/machine/Consequence.tsx'

afterEach(() => {
  cleanup()
  setLanguage('zh-cn')
})

describe('the dialog of an action', () => {
  /** Label and value of the facts that the dialog shows above its inputs. */
  function factsOf(model: TableModel, name: string, row: Record<string, unknown>): readonly string[] {
    const action = model.machine!.actions.find((one) => one.name === name)!
    const { container } = render(<Consequence request={{ model, action, target: { row }, trigger: null }} row={row} />)
    return [...container.querySelectorAll('.action-facts > div')].map((fact) => fact.textContent)
  }

  it('shows the figure that the action changes, not another one of the record', () => {
    setLanguage('en')
    const row = { id: 1, username: 'mei', group_id: 1, group: { id: 1, name: 'All' }, money: '130.50', score: 0 }
    expect(factsOf(user, 'adjustScore', row)).toEqual(['GroupAll', 'Score0'])
    expect(factsOf(user, 'adjustMoney', row)).toEqual(['GroupAll', 'Balance130.50'])
  })
})
