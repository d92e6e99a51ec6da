import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { useAuth } from './api.ts'

const Reader = () => useAuth().user?.email ?? 'nobody'

test('R-ERR-12 the auth context is not used outside its provider', () => {
  expect(() => renderToString(createElement(Reader))).toThrow('useAuth must be used within an AuthProvider')
})
