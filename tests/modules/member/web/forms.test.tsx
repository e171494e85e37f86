// @vitest-environment jsdom
/** Forms of members and about them: what is wrong is said where it is, and what changes is what is shown. */
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { user } from '#generated/member/user/table.ts'
import { RegisterForm } from '../../../../runtime/modules/member/web/sign-in/RegisterForm.tsx'
import { http } from '../../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../../runtime/web/core/i18n/language.ts'
import { Consequence } from '../../../../runtime/web/records/actions/Consequence.tsx'
import { envelope, serve } from '../../../web/shell/serving.ts'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 90_000 })
afterEach(() => {
  cleanup()
  setLanguage('zh-cn')
})

describe('a form of members', () => {
  it('says what is wrong at each input and focuses the first of them; what has no input is said above', async () => {
    let errors: Readonly<Record<string, string>> = { captcha: 'no code', email: 'no address', password: 'too short' }
    const server = await serve(() => envelope(0, { reason: 'invalid', errors }, 'Correct the marked fields.'))
    http.defaults.baseURL = server.address
    setLanguage('en')
    const person = userEvent.setup()
    render(<RegisterForm channels={['email', 'mobile']} />)
    await person.click(await screen.findByRole('button', { name: 'Register' }))
    const inputs = () => ['Username', 'Password', 'Email', 'Code'].map((name) => screen.getByLabelText(name))
    await waitFor(() => expect(document.activeElement).toBe(inputs()[1]))
    const wrong = () => inputs().map((input) => input.getAttribute('aria-invalid'))
    expect(wrong()).toEqual(['false', 'true', 'true', 'true'])
    const described = (input: HTMLElement) =>
      document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent
    expect(inputs().map(described)).toEqual(['', 'too short', 'no address', 'no code'])
    expect(screen.getByRole('alert').textContent).toBe('')
    // Where the form names an input otherwise, what was typed there takes its message back.
    await person.type(inputs()[2]!, 'a')
    expect(wrong()).toEqual(['false', 'true', 'false', 'true'])
    errors = { tab: 'not known' }
    await person.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('not known'))
    expect(wrong()).toEqual(['false', 'false', 'false', 'false'])
    await server.close()
  })
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
