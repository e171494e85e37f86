/** What the dialogs of the warehouse start with. */
import { describe, expect, it } from 'vitest'
import { relocation } from '#generated/wms/relocation/table.ts'
import { factsOf } from '../../../../runtime/web/fields/rule-facts.ts'
import { hasStartValues, inputsFor, startRow } from '../../../../runtime/web/records/actions/input-model.ts'
import { partOf } from '../../../support/part-of.ts'

const actor = { id: 1, super: true }
const action = (name: string) => relocation.machine!.actions.find((one) => one.name === name)!

describe('the dialog of a relocation', () => {
  const quantities = { plan_quantity: '40.000', actual_quantity: '15.500', remaining_quantity: '24.500' }
  const row = { id: 1, relocation_no: 'YK1', ...quantities }
  const start = (name: string, target: object) =>
    startRow(
      inputsFor({ action: action(name), target: partOf(target) }),
      row,
      factsOf(relocation, row, actor, Date.now()),
    )

  it('holds the quantity that is left to move, and nothing where a quantity is optional', () => {
    expect(start('move', { row })['quantity']).toBe('24.500')
    expect(start('audit', { row })['quantity']).toBeNull()
  })

  it('reads the whole record where the list lacks a value', () => {
    const { actual_quantity: _moved, ...less } = row
    expect([row, less].map((one) => hasStartValues(action('move'), one))).toEqual([true, false])
  })

  it('starts empty for several records', () => {
    const { input } = action('move')
    expect(startRow(input, null, null)).toEqual({ quantity: null })
  })
})
