import { createStore, useStore } from '../data/store.ts';

/** As the styles have it. */
const query = matchMedia('(max-width: 760px)');
const phone = createStore(query.matches);
query.addEventListener('change', ({ matches }) => phone.update(() => matches));

/** Whether there is no more room than on a phone. */
export const useIsPhone = (): boolean => useStore(phone, (isPhone) => isPhone);
