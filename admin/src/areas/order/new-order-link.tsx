/** Link to the new-order page, for roles that may create orders. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { role } from '#kit/api/session.ts';

export const NewOrderLink = () =>
  mayCall(makeOrder, role() ?? '') ? (
    <Button renderRoot={(props) => <Link {...props} to="/order/new" />}>New order</Button>
  ) : null;
