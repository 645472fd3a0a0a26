import '@mantine/notifications/styles.layer.css';

export { Notifications, notifications, notificationsStore } from '@mantine/notifications';
